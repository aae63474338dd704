"""A tool runner to its end, asynchronously. [example: client.beta, tool_runner, beta_tool]"""

import asyncio

from anthropic import AsyncAnthropic, beta_async_tool

client = AsyncAnthropic()


@beta_async_tool
async def convert_money(amount: float, currency: str = "NOK") -> str:
    """Converts an amount of money.

    Args:
        amount: How much, in euros.
        currency: The code of the other currency.
    """
    await asyncio.sleep(0)
    return f"{amount * 11.5:.2f} {currency}"


async def main() -> None:
    runner = client.beta.messages.tool_runner(
        model="claude-sonnet-4-5",
        max_tokens=1000,
        max_iterations=4,
        tools=[convert_money],
        messages=[{"role": "user", "content": "Convert 20 euros of money, please."}],
    )
    final = await runner.until_done()
    print(final.stop_reason, final.content[0].text)


asyncio.run(main())

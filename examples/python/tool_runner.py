"""The tool loop: functions with type hints, which the model calls until it can answer.

Shows a tool that waits, a plain one, a value of the program that no model sees, a hook that approves calls, and a run
that is saved between two turns and goes on as if in another process.

    python examples/python/tool_runner.py
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Literal

import parlour
from service import connect


@dataclass
class Station:
    """The state that the tools of this program use."""

    readings: dict[str, float]
    asked: int = 0


@parlour.tool
async def read_sensor(
    station: parlour.ToolContext[Station], name: Annotated[str, "The sensor, such as roof"]
) -> str:
    """Reads a sensor of the weather station."""
    station.value.asked += 1
    await asyncio.sleep(0.01)
    if name not in station.value.readings:
        raise parlour.ToolError(f"There is no sensor {name!r}, only {', '.join(station.value.readings)}.")
    return f"{station.value.readings[name]} celsius"


@parlour.tool
def convert_temperature(degrees: float, to: Literal["fahrenheit", "kelvin"]) -> float:
    """Converts degrees celsius.

    Args:
        degrees: The temperature in celsius
        to: The scale to convert to
    """
    return round(degrees * 9 / 5 + 32, 1) if to == "fahrenheit" else degrees + 273.15


def approve(call: parlour.ToolCall) -> bool | str:
    """Asked before each call; may be a coroutine function that waits for a person."""
    print(f"  {call.name}({call.input})")
    return True


async def main() -> None:
    """Asks, and lets the model call the tools."""
    station = Station({"roof": 21.5, "cellar": 12.0})
    with connect() as service:
        async with service.async_client() as client:
            print(f"Talking to {service}")
            run = client.messages.run_tools(
                model=service.model,
                max_tokens=512,
                messages=[{"role": "user", "content": "Convert 21.5 degrees to fahrenheit."}],
                tools=[read_sensor, convert_temperature],
                context=station,
                approve=approve,
                tool_timeout=10,
            )
            first = await anext(run)
            print(f"turn 1: {first.stop_reason}, {len(run.calls)} call(s)")
            # Calls, parameters and history may be changed here; the state is JSON between two turns.
            resumed = client.messages.resume_tools(
                run.to_json(), tools=[read_sensor, convert_temperature], context=station, approve=approve
            )
            print(f"saved and resumed after {resumed.requests} turn(s)")
            last = await resumed.until_done()
            print(f"model: {last.text}")
            print(f"{resumed.requests} turns, {resumed.usage.output_tokens} tokens out, ended: {resumed.end}")


if __name__ == "__main__":
    asyncio.run(main())

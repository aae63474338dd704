"""An answer that is an object. [example: parse, output_format]"""

import pydantic

import anthropic


class Order(pydantic.BaseModel):
    product: str
    price: float
    quantity: int


client = anthropic.Anthropic()
message = client.messages.parse(
    model="claude-sonnet-4-5",
    max_tokens=500,
    messages=[{"role": "user", "content": 'Two packs of "Green Tea" for 5.50 each, please.'}],
    output_format=Order,
)
order = message.parsed_output
print(order)
print(isinstance(order, Order), message.stop_reason)

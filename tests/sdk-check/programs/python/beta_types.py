"""Types of the namespace of betas. [document: client.beta, types.beta]"""

from anthropic import Anthropic
from anthropic.types.beta import BetaMessage, BetaMessageParam, BetaTextBlock, BetaTextBlockParam

question: BetaMessageParam = {"role": "user", "content": [BetaTextBlockParam(type="text", text="Say typed")]}


def texts(message: BetaMessage) -> list[str]:
    return [block.text for block in message.content if isinstance(block, BetaTextBlock)]


print(texts(Anthropic().beta.messages.create(model="claude-sonnet-4-5", max_tokens=60, messages=[question])))

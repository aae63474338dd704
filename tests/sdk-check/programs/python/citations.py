"""Citations of a document. [document: works]"""

import anthropic

client = anthropic.Anthropic()
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=500,
    messages=[
        {
            "role": "user",
            "content": [
                {
                    "type": "document",
                    "source": {
                        "type": "text",
                        "media_type": "text/plain",
                        "data": "The bridge was built in 1904. It is made of stone.",
                    },
                    "title": "The bridge",
                    "citations": {"enabled": True},
                },
                {"type": "text", "text": "When was the bridge built?"},
            ],
        }
    ],
)
for block in response.content:
    print(block.text)
    for citation in block.citations or []:
        print("  ", citation.document_title, citation.cited_text, citation.start_char_index)

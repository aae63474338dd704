"""A memory that is kept in a dict. [example: client.beta, tool_runner, types.beta]"""

from anthropic import Anthropic
from anthropic.lib.tools import BetaAbstractMemoryTool
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)


class Notes(BetaAbstractMemoryTool):
    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return self.files.get(command.path, f"files: {sorted(self.files)}")

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        self.files[command.path] = command.file_text
        return f"made {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        self.files[command.path] = self.files[command.path].replace(command.old_str, command.new_str)
        return "replaced"

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return "inserted"

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        del self.files[command.path]
        return "deleted"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        self.files[command.new_path] = self.files.pop(command.old_path)
        return "renamed"


notes = Notes()
runner = Anthropic().beta.messages.tool_runner(
    model="claude-sonnet-4-5",
    max_tokens=500,
    tools=[notes],
    messages=[{"role": "user", "content": "Note that my tea is green."}],
    betas=["context-management-2025-06-27"],
)
for message in runner:
    print(message.stop_reason)
print(notes.files)

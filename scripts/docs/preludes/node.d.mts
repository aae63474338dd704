// The names that the code blocks of the pages take for granted.
import type * as parlour from "parlour";

declare global {
    type MessageParam = parlour.MessageParam;
    const client: parlour.Client;
    const message: parlour.Message;
    const messages: parlour.MessageParam[];
    const params: parlour.MessageCreateParams;
    const model: string;
    const vault: { read(name: string): string };
    function sign(...parts: unknown[]): Promise<string>;
    function run(name: string, input: unknown): Promise<string>;
    function test(name: string, body: () => Promise<void>): void;
    const assert: { equal(left: unknown, right: unknown): void };
}

/** Calls `onEvent` with each server-sent event until the response ends. */
export async function readEvents(
  response: Response,
  onEvent: (event: string, data: unknown) => void,
): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined) onEvent(event, JSON.parse(data));
    }
  }
}

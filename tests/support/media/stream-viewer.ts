import { get as httpGet, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { transportStream } from "../../fakes/media-file";

export const CHUNK = transportStream(1024 * 1024 - ((1024 * 1024) % 188));

/** Writes a stream as fast as it is read. */
export function endless(_: unknown, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "video/mp2t" });
  const more = () => {
    while (!response.destroyed && response.write(CHUNK));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** The response has begun; nothing of it is read yet. */
export function openStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers, agent: false }, resolve);
    request.on("error", reject);
    onTestFinished(() => void request.destroy());
  });
}

export async function take(stream: IncomingMessage, bytes: number): Promise<number> {
  let takenBytes = 0;
  await new Promise<void>((resolve) => {
    stream.on("data", (chunk: Buffer) => {
      takenBytes += chunk.length;
      if (takenBytes >= bytes) resolve();
    });
    stream.on("close", resolve);
  });
  stream.removeAllListeners("data");
  stream.pause();
  return takenBytes;
}

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { contentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import { MAX_FILE_BYTES, type FileStorage } from "./file-storage";
import { joinUrl } from "./join-url";

interface Options {
  /** Kubo's RPC API, not to be public. */
  apiUrl: URL;
  /** Files are at `<gateway>/ipfs/<cid>`. */
  gatewayUrl: URL;
  /** The fetch that may reach the RPC's host. */
  outbound: Pick<Outbound, "fetch">;
}

const DEADLINE_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
const added = z.object({ Hash: z.string() });
const failure = z.object({ Message: z.string() });

/** Sets the chunking, so that the node computes the same CID. */
export function createIpfsStorage({ apiUrl, gatewayUrl, outbound }: Options): FileStorage {
  async function call(
    command: string,
    query: Record<string, string>,
    form?: { type: string; body: Buffer },
  ): Promise<string> {
    const url = joinUrl(apiUrl, "api", "v0", ...command.split("/"));
    url.search = new URLSearchParams(query).toString();
    let status: number;
    let text: string;
    try {
      const body =
        form === undefined ? {} : { body: form.body, headers: { "content-type": form.type } };
      const response = await outbound.fetch(url.href, {
        method: "POST",
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        ...body,
      });
      status = response.status;
      text = (await response.bytes()).toString();
    } catch (cause) {
      throw new StorageFailed({ storage: "ipfs", command }, cause);
    }
    if (status !== 200)
      throw new StorageFailed({
        storage: "ipfs",
        command,
        status,
        message: failure.safeParse(parse(text)).data?.Message,
      });
    return text;
  }

  return {
    async put(bytes, contentType) {
      const cid = contentId(bytes);
      const query = {
        "cid-version": "1",
        "raw-leaves": "true",
        chunker: `size-${MAX_FILE_BYTES}`,
        hash: "sha2-256",
        pin: "true",
        "wrap-with-directory": "false",
      };
      const output = await call("add", query, oneFile(bytes, contentType));
      const hash = added.safeParse(parse(output.trim().split("\n").at(-1) ?? "")).data?.Hash;
      if (hash !== cid)
        throw new StorageFailed({ storage: "ipfs", command: "add", expected: cid, received: hash });
      return { cid, url: joinUrl(gatewayUrl, "ipfs", cid).href };
    },
    async remove(cid) {
      try {
        await call("pin/rm", { arg: cid });
      } catch (error) {
        if (
          !(error instanceof StorageFailed) ||
          !/not pinned/.test(String(error.details["message"]))
        )
          throw error;
      }
    },
  };
}

function oneFile(bytes: Uint8Array, contentType: string): { type: string; body: Buffer } {
  const boundary = `akari-${randomUUID()}`;
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="image"',
    `Content-Type: ${contentType}`,
    "\r\n",
  ].join("\r\n");
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { contentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import { MAX_FILE_BYTES, type StoredFiles } from "./stored-files";
import { urlBelow } from "./url-below";

interface Options {
  /** Kubo's RPC: it must not be reachable for anybody else. */
  apiUrl: URL;
  /** Where the public reads: `<gateway>/ipfs/<cid>`. */
  gatewayUrl: URL;
  /** A way out on which the RPC's address is open. */
  outbound: Pick<Outbound, "fetch">;
}

const DEADLINE_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const added = z.object({ Hash: z.string() });
const failure = z.object({ Message: z.string() });

/**
 * Files in IPFS by the RPC of a Kubo node: added and pinned, read at a gateway. How the node cuts files is said with each of them rather than left to its
 * settings, so that the identifier is the same as ours; a node that answers another one is not trusted with the file.
 */
export function createIpfsStorage({ apiUrl, gatewayUrl, outbound }: Options): StoredFiles {
  async function call(
    command: string,
    query: Record<string, string>,
    form?: { type: string; body: Buffer },
  ): Promise<string> {
    const url = urlBelow(apiUrl, "api", "v0", ...command.split("/"));
    url.search = new URLSearchParams(query).toString();
    let status: number;
    let text: string;
    try {
      const body =
        form === undefined ? {} : { body: form.body, headers: { "content-type": form.type } };
      const answer = await outbound.fetch(url.href, {
        method: "POST",
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        ...body,
      });
      status = answer.status;
      text = (await answer.bytes()).toString();
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
      const answer = await call("add", query, oneFile(bytes, contentType));
      const hash = added.safeParse(parse(answer.trim().split("\n").at(-1) ?? "")).data?.Hash;
      if (hash !== cid)
        throw new StorageFailed({ storage: "ipfs", command: "add", expected: cid, answered: hash });
      return { cid, url: urlBelow(gatewayUrl, "ipfs", cid).href };
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

/** A multipart body with one file (RFC 7578). */
function oneFile(bytes: Uint8Array, contentType: string): { type: string; body: Buffer } {
  const boundary = `akari-${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="image"\r\nContent-Type: ${contentType}\r\n\r\n`;
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

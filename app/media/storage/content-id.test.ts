import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { expect, it } from "vitest";
import { contentId, isContentId } from "./content-id";

it("computes the same content id as IPFS", () => {
  expect(contentId(Buffer.from("hello world\n"))).toBe(
    "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4",
  );
  expect(contentId(Buffer.alloc(0))).toBe(
    "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
  );
});

it("agrees with the reference implementation", async () => {
  for (let length = 0; length < 200; length += 7) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 31 + length) % 256));
    expect(contentId(bytes)).toBe(CID.createV1(raw.code, await sha256.digest(bytes)).toString());
  }
});

it("rejects names that could be a path", () => {
  const cid = contentId(Buffer.from("x"));
  expect(isContentId(cid)).toBe(true);
  for (const text of [
    "",
    cid.slice(1),
    `${cid}a`,
    `../${cid}`,
    cid.toUpperCase(),
    `${cid}\n`,
    cid.replace(/.$/, "/"),
    "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG",
  ]) {
    expect([text, isContentId(text)]).toEqual([text, false]);
  }
});

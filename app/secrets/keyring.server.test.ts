import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyring, SecretError, type SealedPlace } from "./keyring.server";

const OLD = "an old secret of the operator that is long enough";
const NEW = "another secret of the operator that is long enough";
const SESSION = "the session secret";
const PLACE: SealedPlace = { table: "accounts", column: "token_sealed", row: ["u1", 5] };

describe("a keyring", () => {
  it("opens what it sealed, and seals the same differently each time", () => {
    const keyring = createKeyring([NEW], []);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (secret) => {
        const sealed = keyring.seal(secret, PLACE);
        expect(keyring.open(sealed, PLACE)).toBe(secret);
        expect(keyring.seal(secret, PLACE)).not.toBe(sealed);
      }),
    );
  });

  it("names the version and the key in what it seals", () => {
    const keyring = createKeyring([NEW], []);
    const sealed = keyring.seal("s3cret", PLACE);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(sealed.split(".")[1]).toBe(keyring.keyId);
    expect(sealed).not.toContain("s3cret");
  });

  it.each<[string, Partial<SealedPlace>]>([
    ["another row", { row: ["u2", 5] }],
    ["another column", { column: "refresh_token_sealed" }],
    ["another table", { table: "connections" }],
    ["a row whose key only reads alike", { row: ["u1,5"] }],
  ])("does not open a value copied to %s", (_, other) => {
    const keyring = createKeyring([NEW], []);
    const sealed = keyring.seal("s3cret", PLACE);
    expect(() => keyring.open(sealed, { ...PLACE, ...other })).toThrow(
      /does not open: it was changed, or copied from another row/,
    );
    expect(keyring.open(sealed, { ...PLACE, row: ["u1", "5"] })).toBe("s3cret");
  });

  it("does not open a value of which any character was changed", () => {
    const keyring = createKeyring([NEW], []);
    // Nonce, 8 bytes and tag fill their base64 characters, of which every bit counts.
    const sealed = keyring.seal("s3cret!!", PLACE);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
      expect(() => keyring.open(changed, PLACE)).toThrow(SecretError);
      expect(() => keyring.open(sealed.slice(0, at), PLACE)).toThrow(SecretError);
    }
  });

  it.each(["", "s3cret", "v1.00000000.AAAA", "v2.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])(
    "refuses %j, which nothing sealed",
    (text) => {
      expect(() => createKeyring([NEW], []).open(text, PLACE)).toThrow(
        "accounts.token_sealed of u1, 5 is not a sealed value.",
      );
    },
  );

  it("names the key that is missing, and the setting", () => {
    const sealed = createKeyring([OLD], []).seal("s3cret", PLACE);
    expect(() => createKeyring([NEW], [SESSION]).open(sealed, PLACE)).toThrow(
      `accounts.token_sealed of u1, 5 does not open: the key ${createKeyring([OLD], []).keyId} is missing. Add the secret that it was made from to SECRETS_KEY.`,
    );
  });

  it("seals with the first key and opens with all, the session secrets' last", () => {
    const bySession = createKeyring([], [SESSION, OLD]).seal("s3cret", PLACE);
    const byOld = createKeyring([OLD], [SESSION]).seal("s3cret", PLACE);
    const both = createKeyring([NEW, OLD], [SESSION]);
    expect(both.keyId).toBe(createKeyring([NEW], []).keyId);
    expect([both.open(bySession, PLACE), both.open(byOld, PLACE)]).toEqual(["s3cret", "s3cret"]);
  });
});

import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createNonce, toHashPolicy } from "./hash-policy.server";

const nonce = createNonce();
const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; base-uri 'none'`;
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("names the hashes of inline scripts instead of the nonce", () => {
  const html = [
    `<script nonce="${nonce}">start("ü")</script>`,
    `<script nonce="${nonce}" type="module">\nimport "/a.js";\n</script>`,
    `<script nonce="${nonce}" src="/b.js"></script>`,
    `<link rel="modulepreload" nonce="${nonce}" href="/a.js"/>`,
  ].join("");
  expect(toHashPolicy({ html, policy }, nonce)).toEqual({
    html: [
      `<script>start("ü")</script>`,
      `<script type="module">\nimport "/a.js";\n</script>`,
      `<script src="/b.js"></script>`,
      `<link rel="modulepreload" href="/a.js"/>`,
    ].join(""),
    policy: `default-src 'none'; script-src 'self' ${hashOf(`start("ü")`)} ${hashOf(
      '\nimport "/a.js";\n',
    )}; base-uri 'none'`,
  });
});

it("does not allow a script that lacks the nonce", () => {
  const html = `<script>planted()</script><script nonce="x">planted()</script><script nonce="${nonce}">own()</script>`;
  const hashed = toHashPolicy({ html, policy }, nonce);
  expect(hashed?.policy).toContain(hashOf("own()"));
  expect(hashed?.policy).not.toContain(hashOf("planted()"));
});

it("names a script that stands twice once", () => {
  const script = `<script nonce="${nonce}">own()</script>`;
  expect(toHashPolicy({ html: script + script, policy }, nonce)?.policy).toBe(
    policy.replace(`'nonce-${nonce}'`, hashOf("own()")),
  );
});

it.each([
  ["the text names the nonce", { html: `<p>${nonce}</p>`, policy }],
  ["a script names the nonce", { html: `<script nonce="${nonce}">"${nonce}"</script>`, policy }],
  ["the policy has no nonce", { html: "<p></p>", policy: "default-src 'none'" }],
  ["the policy names it twice", { html: "<p></p>", policy: `${policy}; style-src '${nonce}'` }],
])("refuses a page when %s", (_, page) => {
  expect(toHashPolicy(page, nonce)).toBeNull();
});

const MAX_NAME_LENGTH = 200;
/** Control characters, and those that change the direction of the text after them. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A `Content-Disposition` that saves the response under a name, in UTF-8 with an ASCII fallback
 * (RFC 6266, RFC 8187). Without folders, and at most 200 characters before the extension.
 */
export function attachment(fileName: string): string {
  const name = shorten(
    fileName
      .replace(INVISIBLE, "")
      .replace(/\p{Cs}/gu, "\ufffd")
      .replace(/[/\\]/g, "_"),
  );
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function shorten(name: string): string {
  const [, stem = name, extension = ""] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
  const characters = [...stem].slice(0, MAX_NAME_LENGTH).join("").trim();
  return (characters === "" ? "file" : characters) + extension;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * The licences of all packages that a release contains, bundled ones included: name, version,
 * licence and its text. Packages with the same text share it.
 */
export function noticesOf({ packages }, root) {
  const byText = new Map();
  for (const [path, { version, license, dev }] of Object.entries(packages)) {
    if (path === "" || dev === true || !existsSync(join(root, path))) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const text = readLicence(join(root, path));
    const names = byText.get(text) ?? [];
    byText.set(text, [...names, `${name} ${version} (${license ?? "see its text"})`]);
  }
  const blocks = [...byText].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
  return `Akari contains these packages.\n\n${blocks.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function readLicence(folder) {
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  return files
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
    .join("\n\n")
    .trim();
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";
import { Stop } from "./say.mjs";

/**
 * Repairs of packages whose authors know of the fault and have not released one. Each is as small as can be, and goes away with the
 * release that makes it needless: a changed package no longer holds the text, and the installation says so.
 *
 * @typedef {{ file: string, replace: string, by: string, why: string }} Patch
 * @type {Patch[]}
 */
export const PATCHES = [
  {
    file: "postgres/src/connection.js",
    replace: "clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    by: "clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)",
    why: "A connection that is lost while a write waits never writes again: every statement it gets later times out (porsager/postgres #1066).",
  },
  {
    file: "postgres/src/connection.js",
    replace: "    if (q.cancelled)\n      return\n",
    by: "    if (q.cancelled)\n      return\n\n    if (socket === null)\n      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)\n",
    why: "A statement of a transaction whose connection is lost throws outside of every catch and ends the process (porsager/postgres #1154, #1208).",
  },
  {
    file: "postgres/src/connection.js",
    replace:
      "    if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    by: [
      "    if (initial) {",
      "      query = results = errorResponse = null",
      "      return reconnect()",
      "    }",
      "",
      "    (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
      "    query = results = errorResponse = null",
      "    result = new Result()",
      "",
    ].join("\n"),
    why: "The last error of a lost connection becomes the answer to the first statement of the next one, and a reset leaves statements unanswered (porsager/postgres #1223, #1215).",
  },
];

/**
 * Applies the repairs to the installed packages; those that are in place are left alone.
 * @param {string} folder the project's
 * @param {Patch[]} patches
 */
export function patchPackages(folder = root, patches = PATCHES) {
  for (const { file, replace, by, why } of patches) {
    const path = join(folder, "node_modules", file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    if (text.includes(by)) continue;
    if (!text.includes(replace))
      throw new Stop(
        `${file} is not the version that scripts/lib/patches.mjs repairs. See whether its release has: ${why}`,
      );
    writeFileSync(
      path,
      text.replace(replace, () => by),
    );
  }
}

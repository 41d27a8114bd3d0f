import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

export interface Version {
  /** The semantic version of `package.json`. */
  version: string;
  /** The commit that the build is of, as 40 hex digits; null when it is of none. */
  commit: string | null;
}

/** The commit of the build; undefined where sources run as they are. */
declare const __AKARI_COMMIT__: string | undefined;

let read: Version | undefined;

/** The version of this installation. */
export function akariVersion(): Version {
  return (read ??= {
    version: readPackageVersion(),
    commit: parseCommit(typeof __AKARI_COMMIT__ === "undefined" ? undefined : __AKARI_COMMIT__),
  });
}

/** Formats the version as people read it: `1.0.0 (0123abc)`. */
export function versionText({ version, commit }: Version = akariVersion()): string {
  return commit === null ? version : `${version} (${commit.slice(0, 7)})`;
}

function readPackageVersion(): string {
  const text = readFileSync(join(projectRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function parseCommit(commit: string | undefined): string | null {
  return commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

export interface Version {
  /** The semantic version: `1.1.0`, or `1.1.0-dev+0123abc` of a commit between releases. */
  version: string;
  /** The commit that the build is of, as 40 hex digits; null when it is of none. */
  commit: string | null;
}

/** The commit of the build; undefined where sources run as they are. */
declare const __AKARI_COMMIT__: string | undefined;

let read: Version | undefined;

/** The version of this installation. */
export function akariVersion(): Version {
  return (read ??= toVersion(
    readPackageVersion(),
    parseCommit(typeof __AKARI_COMMIT__ === "undefined" ? undefined : __AKARI_COMMIT__),
  ));
}

/**
 * The version of a commit. `package.json` has a pre-release such as `1.1.0-dev` between releases,
 * and in a package of such a commit the whole version.
 */
export function toVersion(ofPackage: string, commit: string | null): Version {
  const isWhole = commit === null || !isBetweenReleases(ofPackage) || ofPackage.includes("+");
  return { version: isWhole ? ofPackage : `${ofPackage}+${commit.slice(0, 7)}`, commit };
}

export function isBetweenReleases(version: string): boolean {
  return version.includes("-");
}

/** Formats the version as people read it: `1.0.0 (0123abc)`, or `1.1.0-dev+0123abc`. */
export function versionText({ version, commit }: Version = akariVersion()): string {
  return commit === null || version.includes("+") ? version : `${version} (${commit.slice(0, 7)})`;
}

function readPackageVersion(): string {
  const text = readFileSync(join(projectRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function parseCommit(commit: string | undefined): string | null {
  return commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

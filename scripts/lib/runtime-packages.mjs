/** The files of the runtime Bare, for which `tar-stream` names them. Node has its own. */
const OTHER_RUNTIME = "bare-fs";

/** Files of packages that no program reads, and their tests. Licences stay. */
const UNREAD =
  /(?:\.(?:map|md|markdown|d\.[cm]?ts|tsbuildinfo)|(?:^|[\\/.])(?:test|spec)s?\.[cm]?[jt]sx?)$/i;
const UNREAD_FOLDER = /(?:^|[\\/])(?:tests?|__tests__|__mocks__|\.github)(?:[\\/]|$)/i;
const LICENCE = /(?:^|[\\/])(?:licen[cs]e|notice|copying)[^\\/]*$/i;

/** Whether a path in a package is part of the release. */
export function isRead(path) {
  return !UNREAD_FOLDER.test(path) && (LICENCE.test(path) || !UNREAD.test(path));
}

/**
 * The folders in node_modules that `names` and what they depend on resolve to, by a lock file of
 * version 3. Optional dependencies for other platforms are left out, as `exists` tells.
 */
export function packagesNeeded({ packages }, names, exists) {
  const needed = new Set();
  const visit = (name, from, isOptional) => {
    // Types that a package brings for its users' compilers are not loaded.
    if (name.startsWith("@types/") || name === OTHER_RUNTIME) return;
    const path = resolvePackage(packages, name, from);
    if (path === null || !exists(path)) {
      if (isOptional) return;
      throw new Error(`The package ${name} is not installed.`);
    }
    if (needed.has(path)) return;
    needed.add(path);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path];
    for (const each of Object.keys(dependencies)) visit(each, path, false);
    for (const each of Object.keys({ ...optionalDependencies, ...peerDependencies }))
      visit(each, path, true);
  };
  for (const name of names) visit(name, "", name in (packages[""].optionalDependencies ?? {}));
  return [...needed].sort();
}

/**
 * Resolves a package as Node does: in the package's own node_modules, then in those of each folder
 * above.
 */
function resolvePackage(packages, name, from) {
  const parts = from === "" ? [] : from.split("/node_modules/");
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join("/node_modules/");
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
  }
  return null;
}

/**
 * The changelog's text for a tag like `v1.2.3`; for a version between releases, like `v1.2.3-dev`,
 * what is unreleased. Throws if the tag is not the version of the package or if the changelog has
 * no dated section for it.
 */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} does not match version ${version} of package.json.`);
  const sections = changelog.split(/^## /m).slice(1);
  const isUnreleased = version.includes("-");
  const name = isUnreleased ? "Unreleased" : version;
  const section = sections.find((text) => text.startsWith(`[${name}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  const [heading = "", ...lines] = section.split("\n");
  if (!isUnreleased && !/ - \d{4}-\d\d-\d\d$/.test(heading))
    throw new Error(`The section for ${version} in CHANGELOG.md has no date.`);
  return `${lines.join("\n").trim()}\n`;
}

import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { editDistance, maxEditDistance } from "~/parsing/edit-distance";

/** What a settings file may hold for Node, its libraries and Compose, which read the same file. */
const OTHERS =
  /^(?:NODE_|UV_|OTEL_|LC_|LD_|MALLOC_|GLIBC_|LIBVA_|PG|COMPOSE_|DOCKER_|npm_|(?:PATH|HOME|TZ|LANG|TMPDIR|NO_COLOR|AKARI_IMAGE|POSTGRES_PASSWORD|DOMAIN)$|(?:HTTPS?|NO|ALL)_PROXY$|SSL_CERT_(?:FILE|DIR)$)/i;
/** Names that are shorter than this resemble too many others. */
const MIN_LENGTH = 6;

/** The names in a settings file; none where there is no such file. */
export function namesInFile(path: string): string[] {
  return existsSync(path) ? Object.keys(parseEnv(readFileSync(path, "utf8"))) : [];
}

/** A sentence for each name of a settings file that is no setting, with the one that was meant. */
export function describeUnknown(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = nearestSetting(name, settings);
    if (meant === null && OTHERS.test(name)) return [];
    const advice = meant === null ? ".env.example lists all" : `did you mean ${meant}?`;
    return [`${name} in the settings file is no setting: ${advice}`];
  });
}

/** A sentence for each variable of the environment that resembles a setting. */
export function describeLookalikes(
  names: readonly string[],
  settings: readonly string[],
): string[] {
  return names.flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = nearestSetting(name, settings);
    return meant === null ? [] : [`${name} is no setting: did you mean ${meant}?`];
  });
}

function nearestSetting(name: string, settings: readonly string[]): string | null {
  const given = keyOf(name);
  if (given.length < MIN_LENGTH) return null;
  let nearest: string | null = null;
  let least = OTHERS.test(name) ? 1 : maxEditDistance(given.length);
  for (const setting of settings) {
    const distance = editDistance(given, keyOf(setting), least);
    if (distance > least || (nearest !== null && distance === least)) continue;
    nearest = setting;
    least = distance;
  }
  return nearest;
}

/** A name as people mistake it: in lower case, divided otherwise, with the product's name. */
function keyOf(name: string): string {
  return name
    .toUpperCase()
    .replace(/^AKARI_/, "")
    .replaceAll(/[^A-Z\d]/g, "");
}

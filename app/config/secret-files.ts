import { readFileSync } from "node:fs";
import { errorMessage } from "~/errors/error-message";

/** Each may be set by `<name>_FILE` instead, as containers and orchestrators mount secrets. */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "SESSION_SECRET",
  "SECRETS_KEY",
  "SMTP_URL",
  "LIMITS_URL",
  "METRICS_TOKEN",
  "OAUTH_CLIENT_SECRET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/**
 * The variables with those that files hold, `more` beside the usual ones, and what is wrong with
 * the files, a sentence each.
 */
export function readSecretFiles(
  given: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): {
  values: Record<string, string | undefined>;
  problems: string[];
} {
  const values = { ...given };
  const problems: string[] = [];
  for (const name of [...SECRETS, ...more]) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      problems.push(`${variable} and ${name} must not both be set`);
      continue;
    }
    try {
      values[name] = readSecretFile(path);
    } catch (error) {
      problems.push(`${variable} ${errorMessage(error)}`);
    }
  }
  return { values, problems };
}

/**
 * Returns the content without the line break that editors add. Throws with what is wrong with the
 * file.
 */
export function readSecretFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(`cannot be read: ${errorMessage(error)}`, { cause: error });
  }
  if (text === "") throw new Error(`is empty: ${path}`);
  return text;
}

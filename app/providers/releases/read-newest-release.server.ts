import { z } from "zod";
import type { ServiceFetch } from "~/outbound/service-fetch";
import { parseUrl } from "~/parsing/parse-url";

/** A release of Akari that a forge has published. */
export interface Release {
  /** The semantic version, without a leading v. */
  version: string;
  /** Page of the release, or null when the forge names none. */
  url: string | null;
}

/** Reads the newest release. Throws when the forge does not name one. */
export type ReadNewestRelease = (signal?: AbortSignal) => Promise<Release>;

/** The fields of "latest release" that GitHub, Gitea and Forgejo have in common. */
const releaseSchema = z.object({
  tag_name: z.string().regex(/^v?\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  html_url: z.string().max(2_000).optional(),
});

/** Asks the given URL, `https://<forge>/api/…/releases/latest`. Nothing about the site is sent. */
export function createReleaseReader(url: URL, operatorFetch: ServiceFetch): ReadNewestRelease {
  return async (signal) => {
    const { status, text } = await operatorFetch(url, {
      headers: { accept: "application/json", "user-agent": "Akari" },
      ...(signal && { signal }),
    });
    if (status !== 200) throw new Error(`UPDATES_URL responded with ${status}`);
    const parsed = releaseSchema.safeParse(parseObject(text));
    if (!parsed.success) throw new Error("UPDATES_URL names no release");
    const { tag_name: tag, html_url: page } = parsed.data;
    return { version: tag.replace(/^v/, ""), url: webPage(page) };
  };
}

function webPage(page: string | undefined): string | null {
  const url = parseUrl(page ?? "");
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

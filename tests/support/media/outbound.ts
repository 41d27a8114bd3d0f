import { onTestFinished } from "vitest";
import { parseAllowedHost } from "~/config/allowed-hosts";
import { createOutbound, type Outbound } from "~/outbound/guarded-fetch.server";
import type { MediaOrigin } from "../../fakes/media-origin";

type Options = Partial<Parameters<typeof createOutbound>[0]>;

export function createTestOutbound(
  origins: readonly Pick<MediaOrigin, "host">[],
  options: Options = {},
): Outbound {
  const outbound = createOutbound({
    allow: origins.map(({ host }) => parseAllowedHost(host)).filter((host) => host !== null),
    slots: { perHost: 16, total: 64, queue: 64 },
    ...options,
  });
  onTestFinished(() => outbound.close());
  return outbound;
}

import type { NamedUsage } from "~/caching/cache-budget";
import { useI18n } from "~/i18n/i18n-context";
import { Section } from "~/ui/section";
import { useFormatBytes } from "./format-bytes";

/** What the caches of this process hold, by the names that metrics have too. */
export function MemoryCaches({ caches }: { caches: readonly NamedUsage[] }) {
  const { t, formatNumber } = useI18n();
  const formatBytes = useFormatBytes();
  const sum = (field: "bytes" | "maxBytes") =>
    caches.reduce((total, usage) => total + usage[field], 0);
  const fill = (bytes: number, maxBytes: number) =>
    t("admin.health.caches.fill", { used: formatBytes(bytes), max: formatBytes(maxBytes) });
  return (
    <Section title={t("admin.health.caches")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        {t("admin.health.caches.description", { fill: fill(sum("bytes"), sum("maxBytes")) })}
      </p>
      <ul className="divide-y divide-rule border-y border-rule text-sm tabular-nums">
        {caches.map(({ name, bytes, maxBytes, hits, misses, evictions }) =>
          hits + misses === 0 ? null : (
            <li key={name} className="flex flex-wrap gap-x-6 gap-y-1 py-2">
              <p className="min-w-0 grow basis-40">
                <code lang="en">{name}</code>
              </p>
              <p className="w-36">{fill(bytes, maxBytes)}</p>
              <p className="w-24">
                {t("admin.health.caches.hits", {
                  share: formatNumber(hits / (hits + misses), {
                    style: "percent",
                    maximumFractionDigits: 0,
                  }),
                })}
              </p>
              <p className="w-28">{t("admin.health.caches.evictions", { count: evictions })}</p>
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}

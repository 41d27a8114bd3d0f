import { PortraitGrid } from "~/features/credits/view/portrait-grid";
import type { NamedMatch } from "~/pages/parts/named-matches.server";
import { useI18n } from "~/i18n/i18n-context";

/** What a search finds beside titles. */
export function NamedResults({ matches }: { matches: readonly NamedMatch[] }) {
  const { t } = useI18n();
  return (
    <section aria-label={t("browse.named")} className="mt-4">
      <PortraitGrid links={matches} />
    </section>
  );
}

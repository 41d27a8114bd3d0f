import type { Biography } from "~/features/credits/parse-biography";
import { useI18n } from "~/i18n/i18n-context";
import { Section } from "~/ui/section";

/** A biography as the source writes it. A long one unfolds without a script. */
export function BiographySection({ biography }: { biography: Biography | null }) {
  const { t } = useI18n();
  if (biography === null) return null;
  const { lead, rest, source } = biography;
  return (
    <Section title={t("credits.biography")}>
      <div className="max-w-prose space-y-4">
        <Paragraphs texts={lead} />
        {rest.length === 0 ? null : (
          <details>
            <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
              {t("title.readMore")}
            </summary>
            <div className="mt-2 space-y-4">
              <Paragraphs texts={rest} />
            </div>
          </details>
        )}
        {source === null ? null : (
          <p className="text-sm text-ink-faint">{t("title.synopsisSource", { source })}</p>
        )}
      </div>
    </Section>
  );
}

/** Lines of a paragraph are facts, such as `Age: 17`. */
function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    <p key={index} lang="en" className="wrap-break-word whitespace-pre-line">
      {text}
    </p>
  ));
}

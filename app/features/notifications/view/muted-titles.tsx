import { Link } from "react-router";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { Section } from "~/ui/section";

interface MutedTitle {
  animeId: number;
  title: DisplayTitle;
  path: string;
}

export function MutedTitles({ titles }: { titles: readonly MutedTitle[] }) {
  const { t } = useI18n();
  return (
    <Section title={t("notices.muted")}>
      {titles.length === 0 ? (
        <p className="text-sm text-ink-soft">{t("notices.mutedNone")}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {titles.map((muted) => (
            <MutedItem key={muted.animeId} muted={muted} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function MutedItem({ muted: { animeId, title, path } }: { muted: MutedTitle }) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <li className="flex items-center justify-between gap-4 py-1">
      <Link
        to={path}
        lang={title.lang}
        className="inline-flex min-h-11 min-w-0 items-center text-sm break-words hover:text-accent-text"
      >
        {title.text}
      </Link>
      <fetcher.Form method="post">
        <input type="hidden" name="animeId" value={animeId} />
        <Button
          type="submit"
          name="intent"
          value="unmute"
          weight="bare"
          aria-label={t("notices.unmuteOf", { title: title.text })}
        >
          {t("notices.unmute")}
        </Button>
      </fetcher.Form>
    </li>
  );
}

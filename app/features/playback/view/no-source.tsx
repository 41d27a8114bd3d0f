import { useI18n } from "~/i18n/i18n-context";

interface NoSourceProps {
  animeId: number;
  number: number;
}

/** Replaces the player of an episode without sources, with the operator's commands. */
export function NoSource({ animeId, number }: NoSourceProps) {
  const { t } = useI18n();
  return (
    <div className="grid w-full content-center overflow-auto bg-sunken p-6 md:aspect-video md:p-12">
      <h2 className="text-xl">{t("watch.noSource")}</h2>
      <p className="mt-3 max-w-prose text-ink-soft">{t("watch.noSource.words")}</p>
      <pre className="mt-4 rounded-md bg-paper p-4 text-sm whitespace-pre-wrap wrap-anywhere text-ink">
        <code>{attachCommands(animeId, number)}</code>
      </pre>
    </div>
  );
}

function attachCommands(animeId: number, number: number): string {
  return `npm run sources:add -- --anime ${animeId} --episode ${number} --url https://…/master.m3u8\nnpm run media:add -- /path/to/folder`;
}

import { useWords } from "~/language/words-context";

interface NoSourceProps {
  animeId: number;
  number: number;
}

/** Stands in the player's place when nothing is attached to an episode, and says what the operator can do. */
export function NoSource({ animeId, number }: NoSourceProps) {
  const { t } = useWords();
  return (
    <div className="grid w-full content-center overflow-auto bg-sunken p-6 md:aspect-video md:p-12">
      <h2 className="text-xl">{t("watch.noSource")}</h2>
      <p className="mt-3 max-w-prose text-ink-soft">{t("watch.noSource.words")}</p>
      <pre className="mt-4 rounded-md bg-paper p-4 text-sm whitespace-pre-wrap wrap-anywhere text-ink">
        <code>{commandsFor(animeId, number)}</code>
      </pre>
    </div>
  );
}

/** What an operator types is the same in every language. */
function commandsFor(animeId: number, number: number): string {
  return `npm run sources:add -- --anime ${animeId} --episode ${number} --url https://…/master.m3u8\nnpm run media:add -- /path/to/folder`;
}

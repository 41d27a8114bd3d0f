import type { ThemeSong } from "~/features/credits/credit";
import { UnfoldBox } from "~/ui/unfold-box";
import { useI18n } from "~/i18n/i18n-context";
import { FACT_DOT } from "~/ui/fact-dot";

export function SongLists({ songs }: { songs: readonly ThemeSong[] }) {
  const { t } = useI18n();
  const ofKind = (kind: ThemeSong["kind"]) => songs.filter((song) => song.kind === kind);
  return (
    <div className="fold grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {(["opening", "ending"] as const).map((kind) => {
        const own = ofKind(kind);
        return own.length === 0 ? null : (
          <div key={kind} className="min-w-0">
            <h3 className="text-sm font-semibold text-ink-soft">
              {t(kind === "opening" ? "credits.openings" : "credits.endings")}
            </h3>
            <ol className="mt-2 divide-y divide-rule border-y border-rule text-sm">
              {own.map(({ title, artist, episodes }, index) => (
                <li key={index} className={index === 0 ? "py-2" : "folded py-2"}>
                  <span className="font-semibold">{title}</span>
                  <span className="block text-xs text-ink-soft">
                    {[artist, episodes === null ? null : t("credits.songEpisodes", { episodes })]
                      .filter((part) => part !== null)
                      .join(FACT_DOT)}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
      {Math.max(ofKind("opening").length, ofKind("ending").length) > 1 ? (
        <UnfoldBox
          label={t("title.showAll", { count: String(songs.length) })}
          of={t("credits.music")}
        />
      ) : null}
    </div>
  );
}

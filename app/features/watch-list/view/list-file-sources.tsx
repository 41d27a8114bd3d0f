import { useI18n } from "~/i18n/i18n-context";

const SOURCES = [
  ["MyAnimeList", "import.where.mal", "https://myanimelist.net/panel.php?go=export"],
  ["AniList", "import.where.anilist", null],
  ["Kitsu", "import.where.kitsu", null],
  ["Simkl", "import.where.simkl", null],
  ["Akari", "import.where.akari", null],
] as const;

/** Says where each site’s list is downloaded. */
export function ListFileSources() {
  const { t } = useI18n();
  return (
    <details className="rounded-md border border-rule">
      <summary className="unfolds flex min-h-11 list-none items-center justify-between px-3 text-sm font-medium text-ink-soft hover:text-ink">
        {t("import.where")}
      </summary>
      <dl className="space-y-3 border-t border-rule p-3 text-sm">
        {SOURCES.map(([name, key, url]) => (
          <div key={name}>
            <dt className="font-medium">
              {url === null ? (
                name
              ) : (
                <a
                  href={url}
                  rel="noreferrer"
                  className="underline underline-offset-4 hover:text-accent-text"
                >
                  {name}
                </a>
              )}
            </dt>
            <dd className="text-ink-soft">{t(key)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

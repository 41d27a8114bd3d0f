import { watchPath } from "~/features/catalog/view/anime-path";
import { Form, Link } from "react-router";
import type { SourceEntry } from "~/features/playback/sources/browse-sources.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Moment } from "./moment";
import { FACT_DOT } from "~/ui/fact-dot";

interface SourceRowProps {
  source: SourceEntry;
  path: string;
  zone: string;
}

/** Shows a source with its forms. */
export function SourceRow({ source, path, zone }: SourceRowProps) {
  const { t } = useI18n();
  const name = t("admin.sources.of", { title: source.title, episode: source.episode });
  const about = [source.kind, source.language, source.label].filter((text) => text !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <Link
          to={watchPath(source.anime, source.episode)}
          className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
        >
          {name}
        </Link>
        <p className="break-all text-ink-soft">{source.url}</p>
        <p className="text-xs text-ink-faint">
          {about.join(FACT_DOT)}
          {source.isScanned ? `${FACT_DOT}${t("admin.sources.scanned")}` : null}
        </p>
      </div>
      <div className="basis-56">
        <p className={source.status === "dead" ? "text-caution" : "text-ink-soft"}>
          {t(`admin.sources.status.${source.status}`)}
        </p>
        {source.problem === null ? null : (
          <p className="break-words text-ink-soft">{source.problem}</p>
        )}
        <p className="text-xs text-ink-faint">
          <Moment at={source.checkedAt} zone={zone} />
        </p>
      </div>
      <Form method="post" action={path} preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={source.id} />
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="check"
          aria-label={t("admin.sources.checkOf", { source: name })}
        >
          {t("admin.sources.check")}
        </Button>
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="remove"
          aria-label={t("admin.sources.removeOf", { source: name })}
        >
          {t("admin.sources.remove")}
        </Button>
      </Form>
    </li>
  );
}

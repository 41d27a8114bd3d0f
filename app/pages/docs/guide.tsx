import { href, Link } from "react-router";
import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Section } from "~/ui/section";

const CURL = "curl -sS --fail-with-body";
const WITH_TOKEN = `${CURL} -H "Authorization: Bearer $AKARI_TOKEN"`;

/** How a program begins, in commands that run as they stand once they have a token. */
export function Guide({ origin }: { origin: string }) {
  const { t } = useI18n();
  return (
    <Section title={t("docs.guide")} anchor="guide" className="mt-8">
      <ol className="divide-y divide-rule border-y border-rule">
        <Step
          title={t("docs.guide.find")}
          text={t("docs.guide.findText")}
          command={`${CURL} "${origin}/api/animes/full?genre_filter=action&order_by=score&limit_count=5"`}
        />
        <Step
          title={t("docs.guide.token")}
          text={t("docs.guide.tokenText")}
          command="export AKARI_TOKEN=akari_…"
        >
          <Link
            to={`${href("/settings")}#tokens`}
            className="inline-flex min-h-11 items-center text-sm text-accent-text hover:underline"
          >
            {t("settings.tokens")}
          </Link>
        </Step>
        <Step
          title={t("docs.guide.list")}
          text={t("docs.guide.needsScope", { scope: "list:read" })}
          command={`${WITH_TOKEN} "${origin}/api/user/watchList?type=watching"`}
        />
        <Step
          title={t("docs.guide.change")}
          text={t("docs.guide.needsScope", { scope: "list:write" })}
          command={`${WITH_TOKEN} "${origin}/api/user/watchlist/seen" \\
  -H "Content-Type: application/json" -d '{"animeId": 52991, "episodes": "+1"}'`}
        />
        <Step
          title={t("docs.guide.export")}
          text={t("docs.guide.exportText")}
          command={`${WITH_TOKEN} "${origin}/api/user/watchList/export?format=mal-xml"`}
        />
        <Step
          title={t("docs.guide.errors")}
          text={t("docs.guide.errorsText")}
          command={`${WITH_TOKEN} "${origin}/api/user/watchlist/seen" \\
  -H "Content-Type: application/json" -d '{"animeId": 52991, "episodes": "many"}'`}
        />
      </ol>
    </Section>
  );
}

interface StepProps {
  title: string;
  text: string;
  command: string;
  children?: ReactNode;
}

function Step({ title, text, command, children }: StepProps) {
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div>
        <h3 className="text-base">{title}</h3>
        <p className="mt-1 text-sm text-ink-soft">{text}</p>
        {children}
      </div>
      <pre
        lang="en"
        className="self-start rounded-md border border-rule bg-raised p-4 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        <code>{command}</code>
      </pre>
    </li>
  );
}

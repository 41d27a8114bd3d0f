import { href } from "react-router";
import type { ReactNode } from "react";
import { HistoryDays } from "~/features/watch-list/view/history-days";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { historyLoader } from "./history-loader.server";

interface HistoryPageProps {
  /** Its width and its distance to what is above. */
  className: string;
  history: Awaited<ReturnType<typeof historyLoader>>;
  actionData: Parameters<typeof useActionMessage>[1];
  path: string;
  heading: string;
  /** Pages of other histories. */
  links?: ReactNode;
  empty: { title: string; hint: string };
  showsCovers?: boolean;
}

export function HistoryPage({
  className,
  history: { days, page, last, total, flashMessage },
  actionData,
  path,
  heading,
  links,
  empty,
  showsCovers = false,
}: HistoryPageProps) {
  const { t } = useI18n();
  const result = useActionMessage(flashMessage, actionData);
  return (
    <div className={className}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{heading}</h1>
        {links === undefined ? null : <div className="flex flex-wrap gap-2">{links}</div>}
      </header>
      {total === 0 ? (
        <Notice glyph="白紙" title={empty.title}>
          <p>{empty.hint}</p>
          <ButtonLink to={href("/browse")}>{t("list.findTitles")}</ButtonLink>
        </Notice>
      ) : (
        <HistoryDays days={days} showsCovers={showsCovers} />
      )}
      <Pagination
        current={page}
        last={last}
        pageHref={(number) => (number === 1 ? path : `${path}?page=${number}`)}
      />
      <ChangeToast result={result} />
    </div>
  );
}

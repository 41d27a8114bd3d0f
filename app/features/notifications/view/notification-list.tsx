import { Link } from "react-router";
import { coverUrl } from "~/artwork/cover-sizes";
import type { DisplayTitle } from "~/features/catalog/title-language";
import type { DayGroup } from "~/i18n/group-by-day";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { icon } from "~/ui/icons";
import { classNames } from "~/ui/class-names";

/** One or several notifications, as the page shows them. */
export interface NoticeView {
  /** Its events, for the forms. */
  range: string;
  /** The id of the title; null for a notification about something else. */
  animeId: number | null;
  /** The name of what it is about. */
  title: Pick<DisplayTitle, "text"> & Partial<DisplayTitle>;
  isUnread: boolean;
  text: string;
  /** The text before and after the title. */
  around: [before: string, after: string];
  path: string;
  /** The page of the first episode that plays here; null for none. */
  watchPath: string | null;
  at: string;
  time: string;
}

export function NotificationDays({ days }: { days: readonly DayGroup<NoticeView>[] }) {
  return days.map(({ date, heading, items }) => (
    <section key={date} aria-labelledby={`day-${date}`} className="mt-8">
      <h2 id={`day-${date}`} className="text-lg">
        {heading}
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {items.map((notice) => (
          <NoticeItem key={`${notice.range}/${String(notice.isUnread)}`} notice={notice} />
        ))}
      </ul>
    </section>
  ));
}

function NoticeItem({ notice }: { notice: NoticeView }) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const { range, animeId, title, text, around, path, watchPath, at, time } = notice;
  const isUnread = notice.isUnread && fetcher.formData === undefined;
  return (
    <li className="relative flex gap-3 py-3 sm:gap-4">
      {animeId === null ? (
        <span className="grid aspect-2/3 w-12 shrink-0 place-items-center self-start rounded-sm bg-sunken text-ink-faint">
          {icon("bell")}
        </span>
      ) : (
        <img
          src={coverUrl(animeId, 120)}
          alt=""
          loading="lazy"
          className="aspect-2/3 w-12 shrink-0 self-start rounded-sm bg-sunken object-cover"
        />
      )}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 max-w-prose grow basis-64 text-sm break-words text-ink-soft">
          <span className={classNames(isUnread && "text-ink")}>
            {isUnread ? (
              <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
                <span className="sr-only">{t("notices.unread")}</span>
              </span>
            ) : null}
            {around[0]}
            <Link
              to={path}
              lang={animeId === null ? undefined : title.lang}
              className="font-semibold text-ink after:absolute after:inset-0 hover:text-accent-text"
            >
              {title.text}
            </Link>
            {around[1]}
          </span>
          <time dateTime={at} className="mt-1 block text-xs text-ink-faint tabular-nums">
            {time}
          </time>
        </p>
        <fetcher.Form method="post" className="relative -ml-3 flex flex-wrap items-center">
          <input type="hidden" name="range" value={range} />
          {animeId === null ? null : <input type="hidden" name="animeId" value={animeId} />}
          {watchPath === null ? null : (
            <ButtonLink
              to={watchPath}
              weight="bare"
              className="text-accent-text"
              aria-label={t("notices.watch", { text })}
            >
              {t("notices.watchButton")}
            </ButtonLink>
          )}
          {isUnread ? (
            <Button
              type="submit"
              name="intent"
              value="read"
              weight="bare"
              aria-label={t("notices.readOf", { text })}
            >
              {t("notices.read")}
            </Button>
          ) : null}
          {animeId === null ? null : (
            <Button
              type="submit"
              name="intent"
              value="mute"
              weight="bare"
              aria-label={t("notices.muteOf", { title: title.text })}
            >
              {t("notices.mute")}
            </Button>
          )}
        </fetcher.Form>
      </div>
    </li>
  );
}

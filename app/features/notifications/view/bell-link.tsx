import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";

interface BellLinkProps {
  /** How many notifications are unread, as `shownUnread` returns it. */
  unread: string | null;
  isCurrent: boolean;
  className: string;
}

/** Leads to the notifications, with the number of unread ones. */
export function BellLink({ unread, isCurrent, className }: BellLinkProps) {
  const { t } = useI18n();
  return (
    <Link
      to={href("/notifications")}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={unread === null ? t("notices.heading") : t("notices.bell", { unread })}
      className={classNames(className, "relative")}
    >
      {icon("bell", "before:size-5")}
      {unread === null ? null : (
        <span
          aria-hidden
          className="absolute top-1 left-1/2 ml-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums ring-2 ring-paper"
        >
          {unread}
        </span>
      )}
    </Link>
  );
}

import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";

const MAX_SHOWN = 99;

interface BellLinkProps {
  /** How many notifications are unread. */
  unread: number;
  isCurrent: boolean;
  className: string;
}

/** Leads to the notifications, with the number of unread ones. */
export function BellLink({ unread, isCurrent, className }: BellLinkProps) {
  const { t } = useI18n();
  const shown = unread > MAX_SHOWN ? `${String(MAX_SHOWN)}+` : String(unread);
  return (
    <Link
      to={href("/notifications")}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={unread === 0 ? t("notices.heading") : t("notices.bell", { unread: shown })}
      className={classNames(className, "relative")}
    >
      {icon("bell", "before:size-5")}
      {unread === 0 ? null : (
        <span
          aria-hidden
          className="absolute top-1 left-1/2 ml-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums ring-2 ring-paper"
        >
          {shown}
        </span>
      )}
    </Link>
  );
}

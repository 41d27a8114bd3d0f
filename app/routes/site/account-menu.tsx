import { History, ListVideo, LogOut, Settings2, UserRound, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "react-router";
import { Avatar } from "~/features/accounts/view/avatar";
import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import type { PageUser } from "./page-user";

const MENU_ID = "account-menu";
const MENU_ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink";

const MENU_ITEMS: readonly (readonly [string, PlainKey, LucideIcon])[] = [
  ["/profile", "site.profile", UserRound],
  ["/list", "site.myList", ListVideo],
  ["/history", "site.history", History],
];
const STAFF_ITEM = ["/admin", "admin.heading", Settings2] as const;

export function AccountMenu({ user }: { user: PageUser | null }) {
  return user === null ? <SignInLink /> : <Menu user={user} />;
}

function SignInLink() {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const onSignIn = pathname === "/signin" || pathname.startsWith("/signup");
  const to =
    onSignIn || pathname === "/"
      ? "/signin"
      : `/signin?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-md text-sm font-semibold text-ink-soft hover:text-ink md:border md:border-rule-strong md:px-4 md:text-ink md:hover:border-ink"
    >
      <UserRound aria-hidden className="size-5 md:hidden" />
      <span className="max-md:sr-only">{t("site.signIn")}</span>
    </Link>
  );
}

function Menu({ user }: { user: PageUser }) {
  const { t } = useI18n();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        aria-label={t("site.accountOf", { name: user.name })}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full"
      >
        <Avatar name={user.name} url={user.avatarUrl} size={36} />
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="fixed inset-x-auto top-[calc(var(--header-height)+0.25rem)] right-(--page-gutter) bottom-auto left-auto m-0 w-60 rounded-lg border border-rule bg-raised p-2 text-ink shadow-2xl"
      >
        <p className="truncate px-3 py-2 text-sm font-semibold">{user.name}</p>
        <nav aria-label={t("site.accountMenu")}>
          <ul>
            {[...MENU_ITEMS, ...(user.isStaff ? [STAFF_ITEM] : [])].map(([to, key, Icon]) => (
              <li key={to}>
                <Link to={to} className={MENU_ITEM} onClick={() => menu.current?.hidePopover()}>
                  <Icon aria-hidden className="size-4" />
                  {t(key)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <form method="post" action="/api/auth/signout" className="mt-1 border-t border-rule pt-1">
          <button type="submit" className={MENU_ITEM}>
            <LogOut aria-hidden className="size-4" />
            {t("site.signOut")}
          </button>
        </form>
      </div>
    </>
  );
}

import { href, Link, useLocation, useMatches } from "react-router";
import { Avatar } from "~/features/accounts/view/avatar";
import { SwitchProfile } from "~/features/accounts/view/switch-profile";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";
import { MENU_ITEM, MenuLinks, MenuPanel, loadMenuKeys } from "./menu-panel";
import type { PageHandle } from "./page-handle";
import type { PageUser } from "./page-user";
import type { SitePage } from "./site-pages";
import { signInPath } from "~/ui/sign-in-path";

const MENU_ID = "account-menu";

interface AccountMenuProps {
  user: PageUser | null;
  pages: readonly SitePage[];
  current: string | null;
}

export function AccountMenu({ user, ...links }: AccountMenuProps) {
  return user === null ? <SignInLink /> : <Menu user={user} {...links} />;
}

function SignInLink() {
  const { t } = useI18n();
  return (
    <Link
      to={useSignInPath()}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-md text-sm font-semibold text-ink-soft hover:text-ink md:border md:border-rule-strong md:px-4 md:text-ink md:hover:border-ink"
    >
      {icon("user", "before:size-5 md:hidden")}
      <span className="max-md:sr-only">{t("site.signIn")}</span>
    </Link>
  );
}

/** Returns the sign-in page's path, which leads back to the present page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation();
  const onSignIn = pathname === href("/signin") || pathname.startsWith(href("/signup"));
  return onSignIn || pathname === "/" ? href("/signin") : signInPath(pathname + search);
}

/** The page on which moderators and owners edit what the present one shows. */
function useEditPath({ isStaff }: PageUser): string | undefined {
  const { handle, params = {}, loaderData } = useMatches().at(-1) ?? {};
  return isStaff && loaderData !== undefined
    ? (handle as PageHandle | undefined)?.editPath?.(params)
    : undefined;
}

function Menu({ user, pages, current }: AccountMenuProps & { user: PageUser }) {
  const { t } = useI18n();
  const editPath = useEditPath(user);
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        onFocus={loadMenuKeys}
        aria-label={t("site.accountOf", { name: user.name })}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full"
      >
        <Avatar name={user.name} url={user.avatarUrl} size={36} />
      </button>
      <MenuPanel
        id={MENU_ID}
        className="inset-x-auto top-[calc(var(--header-height)+0.25rem)] right-(--page-gutter) bottom-auto left-auto m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] w-60 rounded-lg"
      >
        <p className="truncate px-3 py-2 text-sm font-semibold">{user.name}</p>
        <MenuLinks
          label={t("site.accountMenu")}
          pages={
            editPath === undefined ? pages : [{ to: editPath, name: t("title.edit") }, ...pages]
          }
          current={current}
        />
        <div className="mt-1 border-t border-rule pt-1">
          <SwitchProfile asksProfile={user.asksProfile} className={MENU_ITEM} />
        </div>
        <form method="post" action={href("/api/auth/signout")}>
          <button type="submit" className={MENU_ITEM}>
            {t("site.signOut")}
          </button>
        </form>
      </MenuPanel>
    </>
  );
}

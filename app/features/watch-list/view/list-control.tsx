import { X } from "lucide-react";
import type { CollectionType } from "~/features/watch-list/collection-types";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink, type ButtonWeight } from "~/ui/button";
import { useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { LIST_TABS } from "./list-tabs";

interface ListControlProps {
  animeId: number;
  /** The title's page, for the redirect after signing in. */
  path: string;
  /** The title's collection, null for none; undefined for a visitor. */
  type: CollectionType | null | undefined;
  tell: ShowResult;
  /** Of the sign-in link. */
  weight: ButtonWeight;
}

const CHOICE =
  "inline-flex min-h-11 grow items-center justify-center rounded-sm px-2 text-sm whitespace-nowrap text-ink-soft transition-colors hover:text-ink sm:px-4";

/** Buttons for the four collections and for removing the title, in one form. */
export function ListControl({ animeId, path, type, tell, weight }: ListControlProps) {
  const { t, label } = useI18n();
  const fetcher = useChangeForm(tell);
  const sent = fetcher.formData;
  const shown =
    sent === undefined ? type : sent.get("intent") === "remove" ? null : sent.get("type");
  if (type === undefined) {
    return (
      <p>
        <ButtonLink
          to={`/signin?${new URLSearchParams({ returnTo: path }).toString()}`}
          weight={weight}
        >
          {t("list.signIn")}
        </ButtonLink>
      </p>
    );
  }
  return (
    <fetcher.Form
      method="post"
      action={path}
      aria-label={t("list.heading")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <input type="hidden" name="animeId" value={animeId} />
      <p className="text-sm text-ink-soft max-sm:w-full">
        {t(shown === null ? "list.add" : "list.onAs")}
      </p>
      <div className="flex flex-wrap rounded-md bg-sunken p-1 ring-1 ring-rule ring-inset max-sm:w-full">
        {LIST_TABS.map((tab) => (
          <button
            key={tab}
            type="submit"
            name="type"
            value={tab}
            aria-pressed={shown === tab}
            className={`${CHOICE} aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent`}
          >
            {label("collection", tab)}
          </button>
        ))}
      </div>
      {shown === null ? null : (
        <button
          type="submit"
          name="intent"
          value="remove"
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium text-ink-soft hover:bg-raised hover:text-ink max-sm:-ml-3"
        >
          <X aria-hidden className="size-4" />
          {t("list.off")}
        </button>
      )}
    </fetcher.Form>
  );
}

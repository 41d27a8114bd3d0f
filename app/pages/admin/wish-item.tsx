import { Form, Link } from "react-router";
import { addSourcePath } from "~/features/playback/sources/add-source-path";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { MAX_REASON_LENGTH } from "~/features/wishes/wish";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";
import type { WishedItem } from "./load-wishes.server";
import { Moment } from "./moment";
import { FACT_DOT } from "~/ui/fact-dot";

interface WishItemProps {
  item: WishedItem;
  /** The list's own path. */
  path: string;
  zone: string;
  /** Why declining this failed. */
  failure: FormFailure | undefined;
}

/** A wish with the ways to fulfil or decline it, or to reopen it. */
export function WishItem({ item, path, zone, failure }: WishItemProps) {
  const { t } = useI18n();
  const { animeId, episode, users, since, reason, title } = item;
  const name =
    episode === null ? title.text : t("admin.sources.of", { title: title.text, episode });
  const target = (
    <>
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={episode ?? ""} />
    </>
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <Link
          to={item.path}
          className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
        >
          {name}
        </Link>
        <p className="text-ink-soft">
          {t("admin.wishes.users", { count: users })}
          {since === null ? null : (
            <>
              {FACT_DOT}
              {t("admin.wishes.since")} <Moment at={since} zone={zone} />
            </>
          )}
        </p>
        {reason === null ? null : <p className="break-words">{t("wish.isDeclined", { reason })}</p>}
      </div>
      {reason === null ? (
        <div className="flex flex-wrap gap-x-1">
          <ButtonLink
            weight="bare"
            to={addSourcePath(animeId, episode ?? 1)}
            aria-label={t("admin.wishes.addSource", { title: name })}
          >
            {t("watch.addSource")}
          </ButtonLink>
          <ButtonLink
            weight="bare"
            to={ADD_FOLDER_PATH}
            aria-label={t("admin.wishes.addFolder", { title: name })}
          >
            {t("admin.library.add")}
          </ButtonLink>
          <details open={failure !== undefined} className="open:basis-full">
            <summary
              aria-label={t("admin.wishes.declineOf", { title: name })}
              className="button button-bare cursor-pointer list-none"
            >
              {t("admin.wishes.decline")}
            </summary>
            <Form method="post" action={path} className="mt-2 flex flex-wrap items-end gap-3">
              {target}
              <div className="min-w-0 grow basis-60">
                <TextField
                  label={t("admin.wishes.reason", { title: name })}
                  name="reason"
                  maxLength={MAX_REASON_LENGTH}
                  failure={failure}
                  required
                />
              </div>
              <Button type="submit" name="intent" value="decline">
                {t("admin.wishes.declineButton")}
              </Button>
            </Form>
          </details>
        </div>
      ) : (
        <Form method="post" action={path} preventScrollReset>
          {target}
          <Button
            type="submit"
            weight="bare"
            name="intent"
            value="reopen"
            aria-label={t("admin.wishes.reopenOf", { title: name })}
          >
            {t("admin.wishes.reopen")}
          </Button>
        </Form>
      )}
    </li>
  );
}

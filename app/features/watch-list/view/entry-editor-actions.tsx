import { useEffect } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { FavoriteButton } from "~/ui/favorite-button";
import { FormMessage } from "~/ui/forms/form-field";
import { icon } from "~/ui/icons";

interface EntryEditorActionsProps {
  animeId: number;
  /** The path that the forms post to. */
  action: string;
  isListed: boolean;
  isFavorite: boolean;
  /** Called when the title was removed from the list. */
  onRemoved?: (() => void) | undefined;
}

/** What the editor does at once, without its fields. */
export function EntryEditorActions({
  animeId,
  action,
  isListed,
  isFavorite,
  onRemoved,
}: EntryEditorActionsProps) {
  const { t } = useI18n();
  const favorite = useChangeForm();
  const removal = useChangeForm();
  const sent = favorite.formData?.get("favorite");
  const isRemoved = removal.data !== undefined && removal.data.change !== null;
  useEffect(() => {
    if (isRemoved) onRemoved?.();
  }, [isRemoved, onRemoved]);
  return (
    <>
      <div className="-mt-2 -ml-2 mb-3 flex flex-wrap">
        <favorite.Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="intent" value="favorite" />
          <input type="hidden" name="animeId" value={animeId} />
          <FavoriteButton
            isFavorite={sent === undefined ? isFavorite : sent === "add"}
            weight="bare"
            className="px-2"
          />
        </favorite.Form>
        {isListed ? (
          <removal.Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="animeId" value={animeId} />
            <Button type="submit" weight="bare" name="intent" value="remove" className="px-2">
              {icon("cross")}
              {t("list.off")}
            </Button>
          </removal.Form>
        ) : null}
      </div>
      {/* The toast is behind the dialog. */}
      <FormMessage>{favorite.data?.refused ?? removal.data?.refused}</FormMessage>
    </>
  );
}

import { Heart } from "lucide-react";
import { useI18n } from "~/i18n/i18n-context";
import { Button, type ButtonWeight } from "./button";

interface FavoriteButtonProps {
  isFavorite: boolean;
  weight?: ButtonWeight;
  className?: string;
}

/** Submits as `favorite` whether the form's subject is added to the favorites or removed. */
export function FavoriteButton({ isFavorite, ...button }: FavoriteButtonProps) {
  const { t } = useI18n();
  return (
    <Button type="submit" name="favorite" value={isFavorite ? "remove" : "add"} {...button}>
      <Heart aria-hidden className="size-4" fill={isFavorite ? "currentColor" : "none"} />
      {t(isFavorite ? "favorite.remove" : "favorite.add")}
    </Button>
  );
}

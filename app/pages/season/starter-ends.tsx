import { Form, href } from "react-router";
import type { SeasonOfYear } from "~/features/schedule/season";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface StarterEndsProps {
  season: SeasonOfYear;
  mayImport: boolean;
  nameOf: (season: SeasonOfYear) => string;
}

/** Why a later season has few titles, and what an owner can do about it. */
export function StarterEnds({ season, mayImport, nameOf }: StarterEndsProps) {
  const { t } = useI18n();
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-l-2 border-accent-text py-1 pl-4">
      <p className="max-w-prose text-ink-soft">
        {t(mayImport ? "season.starterEnds.owner" : "season.starterEnds", {
          season: nameOf(season),
        })}
      </p>
      {mayImport ? (
        <Form method="post" action={href("/admin/catalog")}>
          <Button type="submit" weight="primary" name="intent" value="jikan">
            {t("season.starterEnds.import")}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

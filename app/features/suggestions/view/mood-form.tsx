import { Form, href } from "react-router";
import { MOOD_CHOICES, MOOD_NAMES, type Mood } from "~/features/suggestions/mood";
import { moodPath } from "~/features/suggestions/mood-path";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Field, Select } from "~/ui/forms/field";

/** The mood for “Something short tonight”. */
const TONIGHT: Mood = { length: "evening", airing: "finished" };

export function MoodForm({ mood }: { mood: Mood }) {
  const { t, label } = useI18n();
  const isChosen = MOOD_NAMES.some((name) => mood[name] !== undefined);
  return (
    <Form
      key={moodPath(mood)}
      method="get"
      action={href("/discover")}
      aria-label={t("discover.mood")}
      className="mt-6 flex flex-wrap items-end gap-3"
    >
      {MOOD_NAMES.map((name) => (
        <div key={name} className="min-w-36 grow sm:max-w-52">
          <Field label={t(`discover.mood.${name}`)}>
            <Select
              name={name}
              defaultValue={mood[name] ?? ""}
              options={[
                ["", t("discover.mood.any")],
                ...MOOD_CHOICES[name].map(
                  (choice) => [choice, label(`mood.${name}`, choice)] as const,
                ),
              ]}
            />
          </Field>
        </div>
      ))}
      <Button type="submit" weight="primary">
        {t("ui.show")}
      </Button>
      <ButtonLink to={moodPath(TONIGHT)}>{t("discover.tonight")}</ButtonLink>
      {isChosen ? (
        <ButtonLink to={href("/discover")} weight="bare">
          {t("discover.clear")}
        </ButtonLink>
      ) : null}
    </Form>
  );
}

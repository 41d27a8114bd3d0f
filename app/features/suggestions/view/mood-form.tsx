import { Form, href } from "react-router";
import { MOOD_CHOICES, MOOD_NAMES, type Mood } from "~/features/suggestions/mood";
import { moodPath } from "~/features/suggestions/mood-path";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { CONTROL_PANEL } from "~/ui/control-panel";
import { Field, Select } from "~/ui/forms/field";
import { icon } from "~/ui/icons";

/** The mood for “Something short tonight”. */
const TONIGHT: Mood = { length: "evening", airing: "finished" };

/** The button that opens the form on a phone refers to it by this id. */
const MOOD_FORM_ID = "mood";

export function MoodForm({ mood }: { mood: Mood }) {
  const { t, label } = useI18n();
  const applied = MOOD_NAMES.filter((name) => mood[name] !== undefined).length;
  const others = (
    <>
      <ButtonLink to={moodPath(TONIGHT)}>{t("discover.tonight")}</ButtonLink>
      {applied > 0 ? (
        <ButtonLink to={href("/discover")} weight="bare">
          {t("discover.clear")}
        </ButtonLink>
      ) : null}
    </>
  );
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2 sm:hidden">
        <Button
          popoverTarget={MOOD_FORM_ID}
          aria-label={applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
          className="px-3"
        >
          {icon("sliders")}
        </Button>
        {others}
      </div>
      <Form
        key={moodPath(mood)}
        id={MOOD_FORM_ID}
        popover="auto"
        method="get"
        action={href("/discover")}
        aria-label={t("discover.mood")}
        className={CONTROL_PANEL}
      >
        {MOOD_NAMES.map((name) => (
          <div key={name} className="sm:min-w-36 sm:max-w-52 sm:grow">
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
        <Button type="submit" weight="primary" className="max-sm:w-full">
          {t("ui.show")}
        </Button>
        <div className="flex flex-wrap gap-x-3 max-sm:hidden">{others}</div>
      </Form>
    </>
  );
}

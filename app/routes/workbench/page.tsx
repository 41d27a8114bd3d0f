import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { BarList } from "~/ui/charts/bar-list";
import { ColumnChart } from "~/ui/charts/column-chart";
import { LinkChip, Mark, RemovableChip } from "~/ui/chip";
import { CopyButton } from "~/ui/copy-button";
import { Choices, Switch } from "~/ui/forms/choices";
import { CheckLine, ChoiceChip, Field, FieldGroup, Select } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { FormMessage, FormSuccess, SelectField, TextField } from "~/ui/forms/form-field";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { Poster } from "~/ui/poster";
import { Rail } from "~/ui/rail";
import { Score } from "~/ui/score";
import { Section } from "~/ui/section";
import { Wordmark } from "~/ui/wordmark";

const SAMPLE = {
  heading: "Pieces of the interface",
  title: "Beyond Journey’s End",
  text: "A sentence of ordinary length that says what to do next.",
  error: "Enter a valid email address.",
  options: [
    ["one", "One"],
    ["two", "Two"],
    ["three", "Three"],
  ],
  counts: [
    { key: "a", name: "Drama", count: 12, text: "12" },
    { key: "b", name: "Sci-Fi", count: 7, text: "7" },
    { key: "c", name: "Comedy", count: 1, text: "1" },
  ],
  columns: [
    { name: "6", count: 2, text: "2" },
    { name: "7", count: 9, text: "9" },
    { name: "8", count: 5, text: "5" },
    { name: "9", count: 1, text: "1" },
  ],
} as const;
const FAILURE = {
  message: SAMPLE.error,
  fields: { email: SAMPLE.error, choice: SAMPLE.error },
  values: {},
};
const PICTURE = "/media/cover/1/240.webp";

export default function Workbench() {
  return (
    <div className="page-column pt-8">
      <h1 className="text-3xl font-bold">{SAMPLE.heading}</h1>
      <div className="mt-6 grid gap-6 xl:grid-cols-2">
        {(["dark", "light"] as const).map((theme) => (
          <div
            key={theme}
            style={{ colorScheme: theme }}
            className="min-w-0 rounded-lg border border-rule bg-paper p-6 text-ink"
          >
            <Pieces theme={theme} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Pieces({ theme }: { theme: string }) {
  return (
    <>
      <Wordmark />
      <Row name="button">
        {(["primary", "quiet", "bare"] as const).map((weight) => (
          <span key={weight} className="flex gap-2">
            <Button weight={weight}>{weight}</Button>
            <Button weight={weight} disabled>
              {weight}
            </Button>
            <ButtonLink weight={weight} to="#">
              {weight}
            </ButtonLink>
          </span>
        ))}
      </Row>
      <Row name="chip, mark, copy button, score">
        <LinkChip to="#">{SAMPLE.title}</LinkChip>
        <RemovableChip to="#" label={SAMPLE.title} />
        <Mark>plain</Mark>
        <Mark tone="caution">caution</Mark>
        <CopyButton text={SAMPLE.title} />
        <Score score={8.75} />
        <Score score={null} />
      </Row>
      <Row name="fields">
        <Field label="Text" hint={SAMPLE.text}>
          <TextInput defaultValue={SAMPLE.title} />
        </Field>
        <Field label="Disabled">
          <TextInput disabled placeholder="placeholder" />
        </Field>
        <Field label="Select">
          <Select options={SAMPLE.options} />
        </Field>
        <TextField label="With a hint" name={`hint-${theme}`} hint={SAMPLE.text} />
        <TextField label="Refused" name="email" failure={FAILURE} />
        <SelectField label="Refused" name="choice" options={SAMPLE.options} failure={FAILURE} />
        <FieldGroup legend="Choices">
          <ChoiceChip label="chip" name={`chip-${theme}`} defaultChecked />
          <ChoiceChip label="chip" name={`chip-${theme}`} />
          <CheckLine label="line" note="12" defaultChecked />
          <CheckLine label="line" />
        </FieldGroup>
        <Choices
          legend="One of three"
          name={`choices-${theme}`}
          choices={SAMPLE.options}
          chosen="two"
        />
        <Switch name={`on-${theme}`} label="On" hint={SAMPLE.text} on />
        <Switch name={`off-${theme}`} label="Off" hint={SAMPLE.text} on={false} />
        <FormMessage>{SAMPLE.error}</FormMessage>
        <FormSuccess>{SAMPLE.text}</FormSuccess>
      </Row>
      <Row name="poster">
        {[PICTURE, ""].map((source) => (
          <span key={source} className="w-32">
            <Poster
              src={source === "" ? "data:," : source}
              srcSet={source === "" ? "" : `${source} 240w`}
              sizes="8rem"
              color="#2a4a7a"
            />
          </span>
        ))}
      </Row>
      <Rail title="Rail" more={{ to: "#", label: "More" }}>
        {Array.from({ length: 9 }, (_, index) => (
          <li key={index}>
            <Poster src={PICTURE} srcSet={`${PICTURE} 240w`} sizes="10rem" color="#2a4a7a" />
          </li>
        ))}
      </Rail>
      <Section title="Section" more={{ to: "#", label: "More" }}>
        <BarList caption="Bars" heads={["Name", "Count"]} rows={SAMPLE.counts} />
        <ColumnChart
          caption="Columns"
          heads={["Name", "Count"]}
          columns={SAMPLE.columns}
          labelEvery={1}
        />
      </Section>
      <Pagination current={5} last={20} pageHref={(page) => `#${page}`} />
      <Notice glyph="皆無" title={SAMPLE.title}>
        <p>{SAMPLE.text}</p>
      </Notice>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-8">
      <h2 className="text-sm text-ink-faint">{name}</h2>
      <div className="mt-2 flex flex-wrap items-center gap-4">{children}</div>
    </section>
  );
}

export function meta() {
  return [{ title: SAMPLE.heading }];
}

import { Search } from "lucide-react";
import { Form } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { TextInput } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";

interface ErrorPageProps {
  status: number;
  /** What is wrong, in a sentence for a person. Each kind of failure has its own words without it. */
  message?: string;
}

/** What a person sees in place of a page that cannot be shown. */
export function ErrorPage({ status, message }: ErrorPageProps) {
  const { glyph, title, words } = wordsFor(status);
  return (
    <div className="page-column">
      <title>{`${title} · Akari`}</title>
      <meta name="robots" content="noindex" />
      <Notice level={1} glyph={glyph} title={title}>
        <p>{message ?? words}</p>
        {status < 500 ? (
          <Form action="/browse" role="search" aria-label="Search the catalog" className="flex gap-2">
            <TextInput type="search" name="search_query" maxLength={256} aria-label="Title" placeholder="Part of a title" />
            <Button type="submit" weight="primary">
              <Search aria-hidden className="size-4" />
              Search
            </Button>
          </Form>
        ) : null}
        <p className="flex flex-wrap gap-2">
          <ButtonLink to="/">Home</ButtonLink>
          <ButtonLink to="/browse">Browse everything</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

function wordsFor(status: number): { glyph: string; title: string; words: string } {
  if (status === 404) return { glyph: "迷子", title: "There is no page here", words: "The address may be mistyped, or the title has left the catalog. Perhaps a search finds it." };
  if (status === 400) return { glyph: "不明", title: "This address cannot be read", words: "Part of it is not something we understand." };
  if (status === 403) return { glyph: "秘密", title: "This page is not open to you", words: "Parental control hides titles for adults. It can be changed in the settings." };
  if (status === 503) return { glyph: "準備", title: "One moment", words: "The site is starting. Please load the page again in a few seconds." };
  return { glyph: "故障", title: "Something broke on our side", words: "It has been noted. Please load the page again; if that does not help, come back in a little while." };
}

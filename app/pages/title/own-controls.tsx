import { useEffect } from "react";
import { forgetSentEntries } from "~/features/playback/progress/local-progress";
import { onChangeResult } from "~/ui/changes/change-results";
import { TitleTracking } from "~/features/watch-list/view/title-tracking";
import { AskForIt } from "~/features/wishes/view/ask-for-it";
import type { FormFailure } from "~/ui/forms/form-failure";
import type { TitlePageData } from "./load-title.server";

interface OwnControlsProps {
  page: TitlePageData;
  failure: FormFailure | undefined;
}

/** What a user can do with a title: track it, and ask for it where it does not play here. */
export function OwnControls({ page, failure }: OwnControlsProps) {
  const { anime, own, editing, wishes } = page;
  useEffect(() => onChangeResult(() => forgetSentEntries(anime.id)), [anime.id]);
  if (own === null) return null;
  return (
    <>
      <TitleTracking
        animeId={anime.id}
        path={anime.path}
        title={anime.title.text}
        entry={own}
        editing={editing}
        failure={failure}
      />
      {wishes.title === null ? null : (
        <div className="self-start">
          <AskForIt
            key={anime.id}
            animeId={anime.id}
            episode={null}
            wish={wishes.title}
            path={anime.path}
          />
        </div>
      )}
    </>
  );
}

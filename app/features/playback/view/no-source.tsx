interface NoSourceProps {
  animeId: number;
  number: number;
}

/** Stands in the player's place when nothing is attached to an episode, and says what the operator can do. */
export function NoSource({ animeId, number }: NoSourceProps) {
  return (
    <div className="grid w-full content-center overflow-auto bg-sunken p-6 md:aspect-video md:p-12">
      <h2 className="text-xl">This episode cannot be played yet</h2>
      <p className="mt-3 max-w-prose text-ink-soft">No stream is attached to it. If you run this site, attach an HLS playlist, an MP4 or a folder of your own:</p>
      <pre className="mt-4 rounded-md bg-paper p-4 text-sm whitespace-pre-wrap wrap-anywhere text-ink">
        <code>{`npm run sources:add -- --anime ${animeId} --episode ${number} --url https://…/master.m3u8\nnpm run media:add -- /path/to/folder`}</code>
      </pre>
    </div>
  );
}

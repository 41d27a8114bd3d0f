import { ButtonLink } from "~/ui/button";

export default function Home() {
  return (
    <div className="page-column py-20">
      <h1 className="text-3xl">Anime, at your place.</h1>
      <p className="mt-6">
        <ButtonLink to="/browse" weight="primary">
          Browse
        </ButtonLink>
      </p>
    </div>
  );
}

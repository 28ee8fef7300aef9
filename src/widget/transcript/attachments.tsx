import { useSignal } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Attachment, CallAction } from '../../protocol/events.ts';
import { LINK_REL, linkUrl, telUrl } from '../../text/links.ts';
import { remoteImage } from '../../text/remote-image.ts';
import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';
import { imagePolicy } from '../text/image-policy.ts';
import { Carousel } from './carousel.tsx';
import { isOfSite } from './follow-links.ts';
import { splitPrice } from './split-price.ts';

const PHONE_ICON =
  'M6.6 4h3l1.5 4-2 1.4a11 11 0 0 0 5.5 5.5l1.4-2 4 1.5v3a1.6 1.6 0 0 1-1.8 1.6A15.5 15.5 0 0 1 5 5.8 1.6 1.6 0 0 1 6.6 4z';

interface RemoteImageProps {
  readonly source: string;
  readonly alt: string;
  readonly onShown?: () => void;
}

/** Image that loads automatically only from the image hosts of the site's configuration (contract §9). */
function RemoteImage({ source, alt, onShown }: RemoteImageProps) {
  const context = useWidget();
  const frame = useRef<HTMLDivElement>(null);
  const hosts = context.config.value?.image_hosts;
  useLayoutEffect(() => {
    frame.current?.replaceChildren(remoteImage(source, alt, imagePolicy(context), onShown));
  }, [source, alt, hosts, context]);
  return <div class="image" ref={frame} />;
}

/** Image with a button that opens it in the lightbox. */
function EnlargeableImage({ source, alt }: { readonly source: string; readonly alt: string }) {
  const { loadSeldom, strings, ui } = useWidget();
  const isShown = useSignal(false);

  async function enlarge({ currentTarget }: TargetedMouseEvent<HTMLElement>): Promise<void> {
    const shown = currentTarget.parentElement?.querySelector('img');
    // Once the lightbox has loaded: later the visitor may have gone on.
    if (shown && (await loadSeldom())) ui.overlay.value = { source: shown.src, alt };
  }

  return (
    <div class="enlargeable">
      <RemoteImage
        source={source}
        alt={alt}
        onShown={() => {
          isShown.value = true;
        }}
      />
      {/* S-28: the lightbox must not contact a host that the visitor has not chosen. */}
      {isShown.value && <button type="button" aria-label={strings.value.enlarge} onClick={enlarge} />}
    </div>
  );
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

function Card({ attachment }: { readonly attachment: Attachment }) {
  const { contentType, contentUrl, title, previewImageUrl, callToActionText } = attachment;
  const { strings } = useWidget();
  const link = linkUrl(contentUrl ?? '');
  if (contentType === 'image' && contentUrl) {
    return (
      <figure class="card">
        <EnlargeableImage source={contentUrl} alt={title ?? ''} />
        {title && <figcaption dir="auto">{title}</figcaption>}
      </figure>
    );
  }
  const heading = title ?? link?.host ?? contentUrl ?? callToActionText;
  const [name, price] = splitPrice(heading ?? '');
  const body = (
    <>
      <strong dir="auto">{name}</strong>
      {price && (
        <bdi class="price">
          {/* Read as one sentence, as the platform wrote it. */}
          <span class="visually-hidden">, </span>
          {price}
        </bdi>
      )}
      {!link && callToActionText !== heading && <p dir="auto">{callToActionText}</p>}
      {/* S-27: where it leads, unless the visitor is there. */}
      {link && withoutWww(link.host) !== withoutWww(location.host) && (
        <bdi class="card-host">{link.host}</bdi>
      )}
      {link && callToActionText && <span class="card-action">{callToActionText}</span>}
    </>
  );
  return (
    <div class="card">
      {previewImageUrl && <RemoteImage source={previewImageUrl} alt="" />}
      {link ? (
        <a class="card-body" href={link.href} target="_blank" rel={LINK_REL}>
          {body}
          {!isOfSite(link.href) && <span class="visually-hidden"> ({strings.value.newTab})</span>}
        </a>
      ) : (
        <div class="card-body">{body}</div>
      )}
    </div>
  );
}

/** Cards and images of a message; several are a carousel. */
export function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const cards = attachments.map((attachment, index) => (
    <Card key={`${index} ${attachment.contentUrl}`} attachment={attachment} />
  ));
  return cards.length > 1 ? <Carousel cards={cards} /> : cards;
}

/** Phone numbers to call. An invalid number is shown as text. */
export function CallActions({ actions }: { readonly actions: readonly CallAction[] }) {
  return actions.map(({ title, contactNumber }, index) => {
    const href = telUrl(contactNumber);
    const key = `${index} ${contactNumber}`;
    if (!href) return <p key={key}>{`${title} ${contactNumber}`}</p>;
    return (
      <a class="call-action" key={key} href={href}>
        <Icon path={PHONE_ICON} />
        <span>
          <strong dir="auto">{title}</strong>{' '}
          {title !== contactNumber && <bdi dir="ltr">{contactNumber}</bdi>}
        </span>
      </a>
    );
  });
}

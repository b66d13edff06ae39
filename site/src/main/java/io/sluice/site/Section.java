package io.sluice.site;

/// What a search finds.
///
/// @param place from the site's root, with its anchor
/// @param title of the section
/// @param page  the title of its page
/// @param text  without markup
record Section(String place, String title, String page, String text) {}

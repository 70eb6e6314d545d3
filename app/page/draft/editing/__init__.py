"""The hand as it is corrected on the page, without the page."""
